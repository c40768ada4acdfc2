/** Limits of startup time and resident memory, by number of works. */
export interface ServerLimits {
  /** Milliseconds from process start to ready. */
  readonly startMs: { readonly snapshot: number; readonly cold: number }
  readonly bytes: { readonly idle: number; readonly peak: number }
}

const mebibyte = 1024 ** 2

export function serverLimits(works: number): ServerLimits {
  return works >= 1_000_000
    ? {
        startMs: { snapshot: 4_000, cold: 10_000 },
        bytes: { idle: 700 * mebibyte, peak: 1_200 * mebibyte },
      }
    : {
        startMs: { snapshot: 2_000, cold: 3_000 },
        bytes: { idle: 250 * mebibyte, peak: 400 * mebibyte },
      }
}
