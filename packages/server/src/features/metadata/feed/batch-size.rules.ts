/** How many works one transaction takes: nobody else can write for longer than that. */

export const leastWorks = 20
export const mostWorks = 500
/** Other writers wait for one transaction at most. */
const wantedMs = 20

/** The next size, from the last one and the milliseconds that its transaction took: it falls at once and grows slowly. */
export function nextBatchSize(works: number, tookMs: number): number {
  const fitting = (works * wantedMs) / Math.max(tookMs, 0.1)
  return Math.round(Math.min(mostWorks, Math.max(leastWorks, Math.min(fitting, works * 1.25))))
}
