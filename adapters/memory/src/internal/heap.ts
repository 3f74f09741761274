/**
 * A binary heap that can also remove members from its middle. Members are compared by identity.
 */
export class Heap<Member> {
  private readonly members: Array<Member> = []
  private readonly places = new Map<Member, number>()
  private readonly before: (a: Member, b: Member) => boolean

  constructor(before: (a: Member, b: Member) => boolean) {
    this.before = before
  }

  get size(): number {
    return this.members.length
  }

  get first(): Member | undefined {
    return this.members[0]
  }

  has(member: Member): boolean {
    return this.places.has(member)
  }

  add(member: Member): void {
    this.put(member, this.members.length)
    this.rise(member)
  }

  remove(member: Member): void {
    const place = this.places.get(member)
    if (place === undefined) return
    const last = this.members.pop()!
    this.places.delete(member)
    if (last === member) return
    this.put(last, place)
    this.moved(last)
  }

  /** Must be called when the rank of a member has changed. */
  moved(member: Member): void {
    this.rise(member)
    this.sink(member)
  }

  private put(member: Member, place: number): void {
    this.members[place] = member
    this.places.set(member, place)
  }

  private rise(member: Member): void {
    let place = this.places.get(member)!
    while (place > 0) {
      const above = (place - 1) >> 1
      const parent = this.members[above]!
      if (!this.before(member, parent)) break
      this.put(parent, place)
      place = above
    }
    this.put(member, place)
  }

  private sink(member: Member): void {
    let place = this.places.get(member)!
    while (true) {
      let below = place * 2 + 1
      if (below >= this.members.length) break
      if (below + 1 < this.members.length && this.before(this.members[below + 1]!, this.members[below]!)) below++
      const child = this.members[below]!
      if (!this.before(child, member)) break
      this.put(child, place)
      place = below
    }
    this.put(member, place)
  }
}
