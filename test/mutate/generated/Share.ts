/** The share of those that died, and the interval in which the true one lies in 19 of 20 cases (Wilson's score). */
export interface Share {
  readonly share: number
  readonly from: number
  readonly to: number
}

const z = 1.96

export const of = (killed: number, all: number): Share => {
  if (all === 0) return { share: 0, from: 0, to: 1 }
  const share = killed / all
  const center = (share + z * z / (2 * all)) / (1 + z * z / all)
  const reach = z / (1 + z * z / all) * Math.sqrt(share * (1 - share) / all + z * z / (4 * all * all))
  return { share, from: center - reach, to: center + reach }
}
