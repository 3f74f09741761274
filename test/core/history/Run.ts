/**
 * A history, lived through by the service and by the model side by side: after every step both must be in the same
 * state.
 */
import type { Submission } from "@signalbox/core/Carrier"
import { plus } from "@signalbox/core/Instant"
import type { Outcome } from "@signalbox/core/internal/carrier/Answered"
import type { Seen } from "./Comparison.ts"
import { HistoryComparison, same } from "./Comparison.ts"
import { HistoryModel } from "./Model.ts"
import { until } from "./Night.ts"
import type { Step } from "./Steps.ts"
import type { HistorySubject } from "./Subject.ts"
import { HistoryService, reference } from "./Subject.ts"
import type { World } from "./World.ts"

const hour = 3_600_000

/**
 * A step is the only one, or decides first and commits last of two at the same time, or comes between; apart: it is for
 * another message.
 */
type Timing = "alone" | "raced" | "meanwhile" | "apart"

export class HistoryRun {
  readonly service: HistoryService
  readonly model: HistoryModel
  private readonly comparison: HistoryComparison
  /** The submissions that carriers were asked to take, by the attempt's id. */
  private readonly asked = new Map<string, Submission>()
  /** A step that came between a decision and its commit: the model has it before or after that. */
  private between: { readonly code: RegExp; readonly learn: () => void } | null = null

  constructor(world: World, seen: Seen) {
    this.service = new HistoryService(world)
    this.model = new HistoryModel(world)
    this.comparison = new HistoryComparison(this.service, this.model, seen)
  }

  step(step: Step): void {
    this.advance(1000)
    const before = { all: this.attempts(false), replies: this.attempts(true) }
    this.take(step)
    // Consent is the last thing that is asked before an attempt is kept; of an answer only whether it is suppressed.
    if (this.attempts(false) > before.all) same("may write", this.service.mayWrite, true)
    if (this.attempts(true) > before.replies) same("is suppressed", this.service.isSuppressed, false)
    this.comparison.compare()
  }

  /** The attempts of answers to keywords, or those of all other sends. */
  private attempts(ofReplies: boolean): number {
    return this.service.messages.reduce(
      (sum, { message: { attempts, autoReply } }) =>
        sum + attempts.filter(({ send }) => (autoReply !== undefined && send === 1) === ofReplies).length,
      0
    )
  }

  private note(what: string): void {
    this.comparison.note(what)
  }

  private advance(millis: number): void {
    this.service.now = plus(this.service.now, millis)
    this.model.now = this.service.now
  }

  /** One of two things at the same time: the result must be that of one after the other. */
  private race(step: Step, meanwhile: Step): void {
    const count = this.model.messages.length
    // What two messages share besides money and the day's count may be read by one while the other changes it.
    const isApart = step.do === "dispatch" && meanwhile.do === "dispatch" &&
      step.message % count !== meanwhile.message % count
    const other = "message" in step && "message" in meanwhile && !isApart
      ? { ...meanwhile, message: step.message }
      : meanwhile
    this.service.meanwhile = () => this.take(other, isApart ? "apart" : "meanwhile")
    this.take(step, "raced")
    if (this.service.meanwhile === null) this.note("race")
    this.service.meanwhile = null
    this.between?.learn()
    this.between = null
  }

  private learn(timing: Timing, code: RegExp, learn: () => void): void {
    if (timing === "meanwhile" || timing === "apart") this.between = { code, learn }
    else learn()
  }

  /**
   * Whoever makes an attempt, hands one over, or is stopped by what came between, must have known of it. Whoever does
   * none of that may have been first.
   */
  private order({ message }: HistorySubject, attempts: number, isHandedOver = false): void {
    // What lets an earlier attempt wait on stands in the history alone.
    const codes = [message.code, message.history.at(-1)?.code ?? null]
    const isStopped = codes.some((code) => this.between?.code.test(code ?? "") === true)
    if (!isHandedOver && message.attempts.length === attempts && !isStopped) return
    this.between?.learn()
    this.between = null
  }

  private take(step: Step, timing: Timing = "alone"): void {
    const { model, service } = this
    switch (step.do) {
      case "race":
        return this.race(step.first, step.meanwhile)
      case "consent": {
        const isThere = service.consent(step.optOut)
        same("consent", isThere, model.isContact)
        return isThere ? this.learn(timing, /BUSINESS_004/u, () => model.consent(step.optOut)) : undefined
      }
      case "suppress": {
        service.suppress(step.isSuppressed)
        return this.learn(timing, /BUSINESS_004/u, () => model.suppress(step.isSuppressed))
      }
      case "template": {
        service.template(step.isApproved)
        return this.learn(timing, /BUSINESS_005/u, () => {
          model.isApproved = step.isApproved
        })
      }
      case "destinations": {
        service.change({ destinations: step.forbids ? { forbid: ["US"] } : { allow: ["+1201"] } }, step.of)
        return this.learn(timing, /BUSINESS_011/u, () => {
          model.forbids[step.of] = step.forbids
        })
      }
      case "stage": {
        service.change({ stage: step.stage }, step.of)
        return this.learn(timing, /BUSINESS_018/u, () => {
          if (step.of === "own") model.stage = step.stage
          else model.organizationStage = step.stage
        })
      }
      case "money": {
        const { amount, payer } = step
        const before = service.balanceOf(payer)
        const balance = Math.max(0, before + amount)
        service.setBalance(balance, payer)
        // Whoever has expired did not ask for money.
        return this.learn(timing, /BUSINESS_003|DELIVERY_(?!006)/u, () => {
          model.money[payer] += balance - before
        })
      }
      case "inbound": {
        service.receive(step.channel, step.text)
        return this.learn(timing, /BUSINESS_004/u, () => model.hear(step.channel, step.text))
      }
      case "signal": {
        service.signal(step.channel, step.optOut)
        return this.learn(
          timing,
          /BUSINESS_004/u,
          () => model.signal(step.optOut ? "opt_out" : "opt_in", step.channel, true)
        )
      }
      case "forget": {
        same("forget", service.forget(), model.isContact)
        return model.isContact ? model.forget() : undefined
      }
      case "return": {
        service.giveBack()
        return model.isOnWhatsapp ? model.comeBack() : undefined
      }
      case "nightfall":
      case "daybreak":
        return this.advance(until(model.world.quietHours, step.do === "nightfall", service.now) - service.now)
      case "wait":
        return this.advance(step.hours * hour)
    }
    const number = step.message % model.messages.length
    const subject = service.messages[number]!
    const message = model.messages[number]!
    const count = subject.message.attempts.length
    switch (step.do) {
      case "go on":
        return this.goOn(number)
      case "dispatch": {
        const due = step.isOld ? subject.dispatches[0] : subject.dispatches.at(-1)
        if (due === undefined) return
        if (due.at > service.now && timing !== "alone") return
        this.advance(Math.max(0, due.at - service.now))
        if (subject.dispatch(due) === "superseded") return this.note("superseded dispatch")
        this.order(subject, count)
        if (message.rerouting !== null && subject.message.attempts.length > count) this.note("reroute")
        // Work on an earlier send finds nothing to do.
        if (due.work.key !== `${subject.id}/${message.send}`) return
        return timing === "apart"
          ? this.learn(timing, /BUSINESS_003|BUSINESS_020|SIGNALBOX_001|DELIVERY_(?!006)/u, () => message.dispatch())
          : message.dispatch()
      }
      case "cancel": {
        const refusal = subject.cancel()
        if (timing === "raced" && refusal !== null) return
        return same("cancel", refusal, message.cancel() ? null : "BUSINESS_006")
      }
      case "resend": {
        const refusal = subject.resend()
        // Refused before the other change came.
        if (timing === "raced" && refusal !== null) return
        if (refusal === null) this.note("resend")
        return same("resend", refusal, message.resend() ? null : "BUSINESS_006")
      }
    }
    if (count === 0) return
    const index = count - 1 - step.which % count
    switch (step.do) {
      case "hand over": {
        if (subject.due("submission", index) === undefined) return
        const { at } = subject.due("submission", index)!
        // Time does not pass between a decision and its commit.
        if (at > service.now && timing !== "alone") return
        this.advance(Math.max(0, at - service.now))
        if ((subject.handed.get(index) ?? []).length > 0) this.note("handed over again")
        const submission = subject.handOver(index)
        if (submission === "superseded") return this.note("superseded hand-over")
        this.order(subject, count, submission !== null)
        same("hand over", submission !== null, message.handOver(index))
        if (submission === null) return this.note("not handed over")
        // Asked again after a crash, the carrier must know it again.
        const before = this.asked.get(submission.attempt) ?? submission
        this.asked.set(submission.attempt, before)
        return same("submission", submission, before)
      }
      case "answer":
        return this.answer(number, index, step)
      case "submission deadline": {
        const due = subject.due("submission_deadline", index)
        if (due === undefined) return
        this.advance(Math.max(0, due.at - service.now))
        if (subject.timeOut(index) === "superseded") return
        this.order(subject, count)
        return message.refuse(index, "provider_timeout")
      }
      case "overdue": {
        const due = subject.due("fallback", index)
        // Time does not pass between a decision and its commit.
        if (due === undefined || due.at > service.now && timing !== "alone") return
        this.advance(Math.max(0, due.at - service.now))
        subject.goOn(index)
        if (subject.message.attempts.length > count) this.note("gone on")
        return message.goOn(index)
      }
      case "receipt deadline": {
        const due = subject.due("receipt_deadline", index)
        if (due === undefined) return
        this.advance(Math.max(0, due.at - service.now))
        return subject.giveUp(index) === "superseded" ? undefined : message.giveUp(index)
      }
      case "receipt": {
        const { byReference, failure, said } = step
        const isKnown = !byReference || this.comparison.named.has(reference(index, number))
        const answer = subject.report(index, byReference, said, failure)
        if (!isKnown) return same("receipt", answer, "unknown")
        return same("receipt", answer, message.report(index, said, failure) ? "applied" : "repeated")
      }
    }
  }

  private goOn(message: number): void {
    const subject = this.service.messages[message]!
    const model = this.model.messages[message]!
    if (model.dueAt !== null) return this.take({ do: "dispatch", message, isOld: false })
    const last = model.attempts.length - 1
    if (last < 0 || !model.isWanted(last)) return
    return (subject.handed.get(last) ?? []).length > 0
      ? this.take({ do: "answer", message, which: 0, isFirst: false, says: "accepted", isReferenced: true })
      : this.take({ do: "hand over", message, which: 0 })
  }

  private answer(
    number: number,
    index: number,
    { isFirst, isReferenced, says }: Extract<Step, { readonly do: "answer" }>
  ): void {
    const subject = this.service.messages[number]!
    const message = this.model.messages[number]!
    const count = subject.message.attempts.length
    const leases = subject.handed.get(index) ?? []
    const lease = isFirst ? leases[0] : leases.at(-1)
    if (lease === undefined) return
    const name = reference(index, number)
    const outcome: Outcome = says === "accepted"
      ? { _tag: "Accepted", references: isReferenced ? [name] : [] }
      : says === "busy"
      ? { _tag: "Busy", until: plus(this.service.now, 5000), holds: "recipient" }
      : says === "unanswered"
      ? { _tag: "Unanswered" }
      : { _tag: "Refused", failure: says, detail: null }
    // Another worker has taken it over, or has been faster: only that the carrier took it counts.
    if (subject.answer(lease, outcome) === "superseded") {
      this.note("superseded answer")
      if (says !== "accepted") return
      subject.late(lease, outcome)
      if (isReferenced) this.comparison.named.add(name)
      return message.accept(index)
    }
    if (says === "unanswered") {
      if (message.height(index) === null) message.attempts[index]!.isUnanswered = true
      return
    }
    if (says === "busy") return message.wait(index, this.service.now + 5000)
    this.order(subject, count)
    if (says !== "accepted") return message.refuse(index, says)
    if (isReferenced) this.comparison.named.add(name)
    return message.accept(index)
  }
}
