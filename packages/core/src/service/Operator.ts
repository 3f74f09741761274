/**
 * Lets the operator of the service act on accounts, their people and their templates, and on work that has failed, in
 * this process. None of it is part of the HTTP API.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { FindAccount } from "../account/Authenticate.ts"
import type { Change } from "../account/ChangeAccount.ts"
import { ChangeAccount } from "../account/ChangeAccount.ts"
import { CreateAccount } from "../account/CreateAccount.ts"
import type { CreateKeyAnswer } from "../account/CreateKey.ts"
import { CreateKey } from "../account/CreateKey.ts"
import type { GivenTerms } from "../account/KeptKey.ts"
import { canonical } from "../account/KeptKey.ts"
import * as NewAccount from "../account/NewAccount.ts"
import type { RevokeKeyAnswer } from "../account/RevokeKey.ts"
import { RevokeKey } from "../account/RevokeKey.ts"
import type { RotateKeyAnswer } from "../account/RotateKey.ts"
import { RotateKey } from "../account/RotateKey.ts"
import type { BalanceAnswer } from "../account/SetBalance.ts"
import { SetBalance } from "../account/SetBalance.ts"
import type { TopUpAnswer } from "../account/TopUp.ts"
import { TopUp } from "../account/TopUp.ts"
import * as Audited from "../audit/Audited.ts"
import * as Limit from "../catalogue/Limit.ts"
import type { ConnectAnswer } from "../channel/OperatorConnection.ts"
import { ConnectBusiness } from "../channel/OperatorConnection.ts"
import * as OwnChannels from "../channel/OwnChannels.ts"
import type { ReportAnswer } from "../channel/Provision.ts"
import { AskProvisioner, ReportChannel } from "../channel/Provision.ts"
import * as Facts from "../commit/Facts.ts"
import { IdGenerator } from "../commit/IdGenerator.ts"
import * as Needs from "../commit/Needs.ts"
import type { KeywordAnswer } from "../consent/SetKeyword.ts"
import { SetKeyword } from "../consent/SetKeyword.ts"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import type { Report } from "../port/Provisioner.ts"
import type { StoreError } from "../port/Store.ts"
import { Store } from "../port/Store.ts"
import { VoiceSecret } from "../port/VoiceSecret.ts"
import type { Account, Keyword } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { ApiKey, KeyTerms } from "../row/ApiKey.ts"
import { idOf, termsOf } from "../row/ApiKey.ts"
import type { ChannelSet, Subject } from "../row/ChannelSet.ts"
import type { ChannelStatus } from "../row/Market.ts"
import type { WhatsAppAccount } from "../row/Profile.ts"
import type { Template } from "../row/Template.ts"
import { templateName, Templates } from "../row/Template.ts"
import type { User, UserStatus } from "../row/User.ts"
import { Users } from "../row/User.ts"
import type { AssessAnswer, Statement } from "../template/Assessment.ts"
import { Assess } from "../template/Assessment.ts"
import type { Invitee } from "../user/AddUser.ts"
import { AddUser } from "../user/AddUser.ts"
import { SetUserStatus } from "../user/SetUserStatus.ts"
import type { AccountId, KeyId, TemplateId, UserId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { Money } from "../value/Money.ts"
import * as Money_ from "../value/Money.ts"
import { hashKey } from "../value/Secret.ts"
import type { NewVoiceToken } from "../voice/MakeVoiceToken.ts"
import { MakeVoiceToken } from "../voice/MakeVoiceToken.ts"
import type { OperatorAccounts } from "./OperatorAccounts.ts"
import * as Accounts_ from "./OperatorAccounts.ts"
import type { OperatorCarriers } from "./OperatorCarriers.ts"
import * as Carriers from "./OperatorCarriers.ts"
import type { OperatorCells } from "./OperatorCells.ts"
import * as Cells from "./OperatorCells.ts"
import type { OperatorContacts } from "./OperatorContacts.ts"
import * as Contacts from "./OperatorContacts.ts"
import type { OperatorDirectory } from "./OperatorDirectory.ts"
import * as Directory from "./OperatorDirectory.ts"
import type { OperatorPrefixes } from "./OperatorPrefixes.ts"
import * as Prefixes from "./OperatorPrefixes.ts"
import type { OperatorPrivacy } from "./OperatorPrivacy.ts"
import * as Privacy from "./OperatorPrivacy.ts"
import type { OperatorRetention } from "./OperatorRetention.ts"
import * as Retention from "./OperatorRetention.ts"
import type { OperatorSets } from "./OperatorSets.ts"
import * as Sets from "./OperatorSets.ts"
import type { OperatorWork } from "./OperatorWork.ts"
import * as Work from "./OperatorWork.ts"

export type { Change } from "../account/ChangeAccount.ts"
export type { GivenTerms } from "../account/KeptKey.ts"
export type { UsedCap } from "../account/ReadSpend.ts"
export type { BalanceAnswer } from "../account/SetBalance.ts"
export type { TopUpAnswer } from "../account/TopUp.ts"
export type { ConnectAnswer } from "../channel/OperatorConnection.ts"
export type { ReportAnswer } from "../channel/Provision.ts"
export type { KeywordAnswer } from "../consent/SetKeyword.ts"
export type { PreferAnswer } from "../contact/Prefer.ts"
export type { ExecutionError } from "../engine/Executor.ts"
export type { RetryAnswer } from "../engine/RetryDeadLetter.ts"
export type { PinCarrierAnswer, Place } from "../health/PinCarrier.ts"
export type { CloseAnswer } from "../profile/CloseAccount.ts"
export type { LiftAnswer, PinAnswer } from "../protection/SetPause.ts"
export type { PausedPrefix } from "../row/PausedPrefix.ts"
export type { Restriction } from "../row/Restrictions.ts"
export type { AssessAnswer, Statement } from "../template/Assessment.ts"
export type { Invitee } from "../user/AddUser.ts"
export type { NewVoiceToken } from "../voice/MakeVoiceToken.ts"

export type { AccountPage, AuditPage, ListedAccount, OperatorAccounts } from "./OperatorAccounts.ts"
export type { CarrierWeight, OperatorCarriers } from "./OperatorCarriers.ts"
export type { MoveAnswer, OperatorCells } from "./OperatorCells.ts"
export type {
  ConsentPage,
  Imported,
  OperatorContacts,
  SuppressAnswer,
  SuppressedNumber,
  SuppressionPage
} from "./OperatorContacts.ts"
export type { Contested, DirectoryPlace, OperatorDirectory, RebuiltPart } from "./OperatorDirectory.ts"
export type { OperatorPrefixes, PausedPrefixPage } from "./OperatorPrefixes.ts"
export type { ExportPage, ExportRecord, OperatorPrivacy } from "./OperatorPrivacy.ts"
export type { OperatorRetention, RetentionPreview } from "./OperatorRetention.ts"
export type { OperatorSets, SetAccount, SetAnswer, SetKey } from "./OperatorSets.ts"
export type {
  Cancelled,
  DeadLetterPage,
  DiscardAnswer,
  OperatorWork,
  RestrictAnswer,
  Subject,
  WaitingLane
} from "./OperatorWork.ts"

export interface NewOptions extends NewAccount.Given {
  /** Absent: a new one. */
  readonly id?: AccountId
  /** Absent: nothing. */
  readonly balance?: Money
}

/** A new account; or what stands in its way. */
export type Created =
  | { readonly _tag: "Created"; readonly id: AccountId }
  | { readonly _tag: "IdTaken" | "UnknownOrganization" | "BadAmount" }

/** The text of a new key is told here and never again. */
export type NewKey<Refusal extends string> =
  | { readonly _tag: "Created"; readonly text: string }
  | { readonly _tag: Refusal }

/** A key as lists show it. */
export interface ShownKey extends Pick<ApiKey, "prefix" | "createdAt" | "revokedAt" | "lastUsedAt">, KeyTerms {
  readonly id: KeyId
}

export interface KeyPage {
  readonly keys: ReadonlyArray<ShownKey>
  readonly total: number
}

const shownKey = (key: ApiKey): ShownKey => ({
  id: idOf(key.hash),
  prefix: key.prefix,
  ...termsOf(key),
  createdAt: key.createdAt,
  revokedAt: key.revokedAt,
  ...(key.lastUsedAt === undefined ? {} : { lastUsedAt: key.lastUsedAt })
})

interface OperatorCalls
  extends
    OperatorAccounts,
    OperatorCarriers,
    OperatorCells,
    OperatorContacts,
    OperatorDirectory,
    OperatorPrefixes,
    OperatorPrivacy,
    OperatorRetention,
    OperatorSets,
    OperatorWork
{
  readonly createOrganization: (options?: NewOptions) => Effect.Effect<Created, ExecutionError>
  /** The account of an individual. Whoever uses somebody's account is added by `addUser`. */
  readonly createUser: (options?: NewOptions) => Effect.Effect<Created, ExecutionError>
  readonly createProfile: (organization: AccountId, options?: NewOptions) => Effect.Effect<Created, ExecutionError>
  /** Deleted accounts are found too: `deletedAt` tells. */
  readonly find: (account: AccountId) => Effect.Effect<Account | null, ExecutionError>
  readonly profiles: (
    organization: AccountId,
    offset: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Account>, StoreError>
  readonly change: (account: AccountId, change: Change) => Effect.Effect<Account | null, ExecutionError>
  /** Gives the account a consent keyword of its own, or changes what it does. */
  readonly setKeyword: (account: AccountId, keyword: Keyword) => Effect.Effect<KeywordAnswer, ExecutionError>
  readonly removeKeyword: (account: AccountId, keyword: string) => Effect.Effect<KeywordAnswer, ExecutionError>
  /** Without a text a random one is made. */
  readonly createKey: (
    account: AccountId,
    text?: string,
    terms?: GivenTerms
  ) => Effect.Effect<NewKey<Exclude<CreateKeyAnswer, "Created">>, ExecutionError>
  /** Newest first. */
  readonly listKeys: (account: AccountId, offset: number, limit: number) => Effect.Effect<KeyPage, StoreError>
  readonly rotateKey: (
    text: string,
    graceMillis?: number,
    expiresAt?: Instant.Instant
  ) => Effect.Effect<NewKey<Exclude<RotateKeyAnswer, "Rotated">>, ExecutionError>
  readonly revokeKey: (text: string) => Effect.Effect<RevokeKeyAnswer, ExecutionError>
  /** Null: there is no such account. */
  readonly balance: (account: AccountId) => Effect.Effect<Money | null, StoreError>
  readonly setBalance: (account: AccountId, balance: Money) => Effect.Effect<BalanceAnswer, ExecutionError>
  /** The same reference adds the money once, with whatever amount it came first. */
  readonly topUp: (
    account: AccountId,
    amount: Money,
    reference?: string
  ) => Effect.Effect<TopUpAnswer, ExecutionError>
  /** Whoever has the e-mail address already stays as is. Null: there is no such account. */
  readonly addUser: (account: AccountId, user: Invitee) => Effect.Effect<UserId | null, ExecutionError>
  readonly findUser: (user: UserId) => Effect.Effect<User | null, StoreError>
  /**
   * A person answers the invitation, or is suspended, or restored. Refused when nobody in the account has the id
   * (RESOURCE_006), and when the status cannot follow on the present one (VALIDATION_001).
   */
  readonly setUserStatus: (
    account: AccountId,
    user: UserId,
    status: UserStatus
  ) => Effect.Effect<User, ExecutionError>
  /**
   * Makes a voice token for an app, valid for so many seconds: 600 unless told otherwise, 3,600 at most. Refused when the
   * identity is none (VALIDATION_011), there is no such account (RESOURCE_004), or the service has no `VoiceSecret`
   * (BUSINESS_023).
   */
  readonly createVoiceToken: (
    account: AccountId,
    identity: string,
    seconds?: number
  ) => Effect.Effect<NewVoiceToken, ExecutionError>
  readonly findTemplate: (template: TemplateId) => Effect.Effect<Template | null, StoreError>
  readonly findTemplateByName: (account: AccountId, name: string) => Effect.Effect<Template | null, StoreError>
  /** Records a reviewer's verdict on a template, or on one of its channels, that nobody has asked for. */
  readonly assess: (template: TemplateId, statement: Statement) => Effect.Effect<AssessAnswer, ExecutionError>
  /** The channels of an account, also those that clients do not see yet. */
  readonly findChannels: (account: AccountId) => Effect.Effect<ChannelSet, StoreError>
  /** Connects a WhatsApp business account that reads PROVISIONING until the operator reports more of it. */
  readonly connectWhatsapp: (
    account: AccountId,
    business: WhatsAppAccount
  ) => Effect.Effect<ConnectAnswer, ExecutionError>
  /** Records an outcome of a channel that a registry, a carrier or a provider reports without having been asked. */
  readonly reportChannel: (
    account: AccountId,
    subject: Subject,
    report: Report
  ) => Effect.Effect<ReportAnswer, ExecutionError>
  /** Makes the provisioner be asked about a channel at an instant. Null: the account has no such channel. */
  readonly askProvisioner: (
    account: AccountId,
    subject: Subject,
    at: Instant.Instant
  ) => Effect.Effect<ChannelStatus | null, ExecutionError>
}

export class Operator extends Context.Service<Operator, OperatorCalls>()("@signalbox/core/service/Operator") {}

export const layer: Layer.Layer<Operator, never, Executor | Store | IdGenerator> = Layer.effect(
  Operator,
  Effect.gen(function*() {
    const executor = Audited.executor(yield* Executor, Audited.party("operator"))
    const store = yield* Store
    const ids = yield* IdGenerator
    const secret = yield* VoiceSecret

    const create = Effect.fnUntraced(function*(
      type: Account["type"],
      organization: AccountId | null,
      { balance = Money_.zero, id, ...given }: NewOptions
    ) {
      if (!Number.isSafeInteger(balance) || balance < 0) return { _tag: "BadAmount" } satisfies Created
      const chosen = id ?? ids.id(yield* Instant.now) as AccountId
      const account = NewAccount.make(chosen, type, organization, given)
      const { answer } = yield* executor.run(CreateAccount, { account, apiKeys: [], balance })
      return (answer === "Created" ? { _tag: answer, id: chosen } : { _tag: answer }) satisfies Created
    })

    const readOne = <A>(needs: Needs.Needs, pick: (facts: Facts.Facts) => A) =>
      Effect.map(executor.read(() => needs), pick)

    const answerOf = <Use, Answer>(decided: Effect.Effect<{ readonly answer: Answer }, Use>) =>
      Effect.map(decided, ({ answer }) => answer)

    return {
      ...Accounts_.make(executor, store),
      ...Carriers.make(executor),
      ...Cells.single,
      ...Contacts.make(executor, store),
      ...Directory.none,
      ...Prefixes.make(executor, store),
      ...Privacy.make(executor),
      ...Retention.make(executor, store),
      ...Sets.make(executor),
      ...Work.make(executor, store),
      createOrganization: (options = {}) => create("organization", null, options),
      createUser: (options = {}) => create("user", null, options),
      createProfile: (organization, options = {}) => create("profile", organization, options),
      find: (account) => answerOf(executor.run(FindAccount, account)),
      profiles: (organization, offset, limit) =>
        Effect.map(
          store.list({ list: "profiles", scope: organization, offset, limit }),
          ({ rows }) => rows.flatMap((row) => row.kind === "account" ? [row.value] : [])
        ),
      change: (account, change) => answerOf(executor.run(ChangeAccount, { account, change })),
      setKeyword: (account, { keyword, ...heard }) => answerOf(executor.run(SetKeyword, { account, keyword, heard })),
      removeKeyword: (account, keyword) => answerOf(executor.run(SetKeyword, { account, keyword, heard: null })),
      createKey: Effect.fnUntraced(function*(account, text = ids.secrets.apiKey(), terms = {}) {
        const { answer } = yield* executor.run(CreateKey, { account, text, terms })
        return answer === "Created" ? { _tag: answer, text: canonical(text) } : { _tag: answer }
      }),
      listKeys: (account, offset, limit) =>
        Effect.map(store.list({ list: "api_keys", scope: account, offset, limit }), ({ rows, total }) => ({
          total,
          keys: rows.flatMap((row) => row.kind === "api_key" ? [shownKey(row.value)] : [])
        })),
      rotateKey: Effect.fnUntraced(function*(old, graceMillis = 0, expiresAt) {
        const text = ids.secrets.apiKey()
        const ends = expiresAt === undefined ? {} : { expiresAt }
        const { answer } = yield* executor.run(RotateKey, { hash: hashKey(old), text, graceMillis, ...ends })
        return answer === "Rotated" ? { _tag: "Created", text } : { _tag: answer }
      }),
      revokeKey: (text) => answerOf(executor.run(RevokeKey, hashKey(text))),
      balance: (account) =>
        readOne(
          Needs.all(Needs.row(Accounts, account), Needs.balance(account)),
          (facts) => Facts.get(facts, Accounts, account) === null ? null : Facts.balance(facts, account)
        ),
      setBalance: (account, balance) => answerOf(executor.run(SetBalance, { account, balance })),
      topUp: (account, amount, reference) =>
        answerOf(executor.run(TopUp, { account, amount, reference: reference ?? null })),
      addUser: Effect.fnUntraced(function*(account, user) {
        const { answer: owner } = yield* executor.run(FindAccount, account)
        if (owner === null || owner.deletedAt !== null) return null
        return yield* answerOf(executor.run(AddUser, { account, ...user }))
      }),
      findUser: (user) => readOne(Needs.row(Users, user), (facts) => Facts.get(facts, Users, user)),
      setUserStatus: (account, user, status) => answerOf(executor.run(SetUserStatus, { account, user, status })),
      createVoiceToken: (account, identity, seconds = Limit.voiceTokenSeconds.default) =>
        answerOf(executor.run(MakeVoiceToken, { secret, account, identity, seconds })),
      findTemplate: (template) =>
        readOne(Needs.row(Templates, template), (facts) => Facts.get(facts, Templates, template)),
      findTemplateByName: (account, name) => {
        const key = templateName(account, name)
        return readOne(Needs.unique(key), (facts) => Facts.find(facts, Templates, key))
      },
      findChannels: (account) => readOne(OwnChannels.needs(account), (facts) => OwnChannels.of(facts, account)),
      connectWhatsapp: (account, business) => answerOf(executor.run(ConnectBusiness, { account, business })),
      reportChannel: (account, subject, report) => answerOf(executor.run(ReportChannel, { account, subject, report })),
      askProvisioner: (account, subject, at) => answerOf(executor.run(AskProvisioner, { account, subject, at })),
      assess: (template, statement) => answerOf(executor.run(Assess, { template, ...statement }))
    }
  })
)
