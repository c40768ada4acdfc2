/**
 * A dozen works of the demo shelf, for a server of somebody's own: they have ids of our own, which are looked up in no
 * marketplace and which no other catalogue gives.
 */
import { feedLine } from './feed-line.ts'
import { type DemoWork, demoWorks, folderOf } from './works.ts'

/** These ids are reserved in `docs/catalog-files.md`: they are below those that a scan derives from folders. */
const idOf = (index: number) => `KD0999${String(index + 1).padStart(4, '0')}`

/** The works are enough to fill a screen, and soon written. */
const perTongue = 4

/** Takes every other work of each language, so that everybody finds something to understand and covers differ. */
export function sampleWorks(): DemoWork[] {
  const alone = demoWorks().filter(({ editionOf, isInLibrary }) => editionOf === undefined && isInLibrary)
  const chosen = (['zh', 'ja', 'en'] as const).flatMap((tongue) =>
    alone
      .filter(({ title }) => title.tongue === tongue)
      .filter((_, at) => at % 2 === 0)
      .slice(0, perTongue),
  )
  return chosen.map((work, index) => ({ ...work, id: idOf(index) }))
}

/** Returns all lines of the feed that has these works. */
export const sampleFeed = (works: readonly DemoWork[]): string =>
  works.map((work) => `${feedLine(work, true)}\n`).join('')

/** How many sounds the works share: few, since composing takes the longest. */
export const sampleSoundCount = 7

/** Returns the files of a work. Numbered among all of them, whichever are written. */
export const sampleFolderOf = (work: DemoWork) =>
  folderOf(
    work,
    sampleWorks().findIndex(({ id }) => id === work.id),
    sampleSoundCount,
  )
