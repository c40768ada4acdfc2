/** Builds an index generation in the thread of the test. Starting a separate thread takes ten times as long as a small build. */
import { type Build, type Built, generationIn } from '../features/works/index/build.ts'
import { buildFrom } from '../features/works/index/build-from.ts'
import { dayOf } from '../lib/dates.rules.ts'

export const buildInThread: Build = (location, { now = new Date(), snapshotFolder, memory } = {}) => {
  const day = dayOf(now.toISOString())
  return new Promise<Built>((resolve, reject) => {
    const building = buildFrom({ location, day, snapshotFolder, memory }, (sent) =>
      resolve({ ...generationIn(sent), seq: sent.seq, day, saved }),
    )
    building.catch(reject)
    const saved = building.then(
      () => undefined,
      (reason: unknown) => reason,
    )
  })
}
