/** How much of the processor this process used over the last minute. */

export interface CpuUse {
  /** The use in cores: 1.5 is one and a half. */
  readonly used: () => number
  readonly close: () => void
}

const sampleMs = 5_000
const keptSamples = 12

export function createCpuUse(): CpuUse {
  const samples = [sampleNow()]
  const timer = setInterval(() => {
    samples.push(sampleNow())
    if (samples.length > keptSamples) samples.shift()
  }, sampleMs).unref()
  return {
    used: () => usedBetween(samples[0], sampleNow()),
    close: () => clearInterval(timer),
  }
}

export interface CpuSample {
  /** Milliseconds of some clock that never goes back. */
  readonly at: number
  /** Milliseconds of work on all cores together. */
  readonly worked: number
}

function sampleNow(): CpuSample {
  const { user, system } = process.cpuUsage()
  return { at: performance.now(), worked: (user + system) / 1_000 }
}

/** Hundredths of a core; 0 where no time has passed. */
export function usedBetween(from: CpuSample | undefined, to: CpuSample): number {
  if (!from || to.at <= from.at) return 0
  return Math.max(0, Math.round(((to.worked - from.worked) / (to.at - from.at)) * 100) / 100)
}
