/** A dozen demo works for a real server. Their IDs are reserved: no marketplace or other catalog uses them. */
import { feedLine } from './feed-line.ts'
import { type DemoWork, demoWorks, folderOf } from './works.ts'

/** Reserved in `docs/catalog-files.md`, below the IDs that a scan derives from folders. */
const idOf = (index: number) => `KD0999${String(index + 1).padStart(4, '0')}`

/** Enough works to fill a screen, and quick to write. */
const perTongue = 4

/** Takes every other work of each language, so that covers differ and every user understands some. */
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

/** Returns the catalog file of these works. */
export const sampleFeed = (works: readonly DemoWork[]): string =>
  works.map((work) => `${feedLine(work, true)}\n`).join('')

/** Works share these audio files, because composing takes the longest. */
export const sampleSoundCount = 7

/** Returns the files of a work. Works are always numbered among all sample works, even if only some are written. */
export const sampleFolderOf = (work: DemoWork) =>
  folderOf(
    work,
    sampleWorks().findIndex(({ id }) => id === work.id),
    sampleSoundCount,
  )
