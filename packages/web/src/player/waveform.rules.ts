/** Returns the peak of each segment, from 0 to 1 relative to the overall peak, so quiet works show a waveform too. */
export function barsOf(points: readonly number[], count: number): number[] {
  const loudest = Math.max(...points, 1)
  return Array.from({ length: Math.min(count, points.length) }, (_, at) => {
    const from = Math.floor((at * points.length) / Math.min(count, points.length))
    const to = Math.floor(((at + 1) * points.length) / Math.min(count, points.length))
    return Math.max(...points.slice(from, to)) / loudest
  })
}
