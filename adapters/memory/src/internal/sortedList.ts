/**
 * One sorted list. It is kept oldest first, because most rows are added as the newest: adding one is then a push, and a
 * page is read from the end.
 */
import type { ListPosition } from "@signalbox/core/ListQuery"

const isBefore = (a: ListPosition, b: ListPosition): boolean => a.at < b.at || (a.at === b.at && a.key < b.key)

export class SortedList<Place extends ListPosition> {
  private readonly places: Array<Place> = []

  get size(): number {
    return this.places.length
  }

  add(place: Place): void {
    const last = this.places.at(-1)
    if (last === undefined || isBefore(last, place)) this.places.push(place)
    else this.places.splice(this.indexOf(place), 0, place)
  }

  remove(place: ListPosition): void {
    const index = this.indexOf(place)
    if (this.places[index]?.key === place.key) this.places.splice(index, 1)
  }

  /** The place at an index, the oldest first. */
  at(index: number): Place | undefined {
    return this.places[index]
  }

  /** Returns the index at which the place is, or would be inserted. */
  indexOf(place: ListPosition): number {
    let low = 0
    let high = this.places.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(this.places[middle]!, place)) low = middle + 1
      else high = middle
    }
    return low
  }
}
