/** How a shape of many points is drawn in few bars. */

/** Returns the loudest of each stretch, from 0 to 1 of the loudest of all: quiet works have a shape, too. */
export function barsOf(points: readonly number[], count: number): number[] {
  const loudest = Math.max(...points, 1)
  return Array.from({ length: Math.min(count, points.length) }, (_, at) => {
    const from = Math.floor((at * points.length) / Math.min(count, points.length))
    const to = Math.floor(((at + 1) * points.length) / Math.min(count, points.length))
    return Math.max(...points.slice(from, to)) / loudest
  })
}
