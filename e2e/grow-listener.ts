/** Gives one account a year of listening, marks and saved views, so that personal pages are not empty. */
import { importOwnData, type OwnData } from '@koedana/contract/own-data.ts'
import { createView } from '@koedana/contract/views.ts'
import { listWorkFiles, listWorks } from '@koedana/contract/works.ts'
import { clientAs } from './api.ts'

/** Marks and positions of the named works appear on their pages; the others only fill the history. */
export async function growListener(origin: string, token: string, named: readonly string[]): Promise<void> {
  const call = clientAs(origin, token)
  await call(importOwnData, {
    body: {
      kind: 'koedana.own-data',
      version: 1,
      marks: marksOf(named),
      ...listeningTo(await firstFiles(origin, token, named), Date.now()),
    },
  })
  await call(createView, { body: { name: 'Rain, well rated', search: { minRating: 4 } } })
  await call(createView, {
    body: { name: 'Still to hear', search: { inLibrary: true, progress: ['want'] } },
  })
}

interface Heard {
  readonly workId: string
  readonly fileId: string
}

/** Returns the first track of each named work and of some others. */
async function firstFiles(
  origin: string,
  token: string,
  named: readonly string[],
): Promise<readonly Heard[]> {
  const call = clientAs(origin, token)
  const shelf = await call(listWorks, { query: { inLibrary: true, pageSize: 8 } })
  const works = new Set([...named, ...shelf.items.map(({ id }) => id)])
  const found = await Promise.all(
    [...works].map(async (workId) => {
      const [track] = (await call(listWorkFiles, { params: { id: workId } })).tracks
      return track ? [{ workId, fileId: track.id }] : []
    }),
  )
  return found.flat()
}

function marksOf([begun = '', finished = '', wanted = '']: readonly string[]): OwnData['marks'] {
  return [
    { id: begun, progress: 'listening', rating: 4, note: 'For a rainy night.', tags: ['rain', 'sleep'] },
    { id: finished, progress: 'finished', rating: 5, tags: ['again'] },
    { id: wanted, progress: 'want' },
  ]
}

function listeningTo(
  files: readonly Heard[],
  now: number,
): Pick<OwnData, 'plays' | 'hours' | 'progress' | 'bookmarks'> {
  return {
    plays: files.flatMap(playsOf(now)),
    hours: files.flatMap(hoursOf(now)),
    progress: files.map((file, at) => {
      const heardAt = new Date(now - (at + 1) * hourMs).toISOString()
      return {
        ...file,
        ...onPhone,
        position: 20 + 5 * at,
        at: heardAt,
        startedAt: heardAt,
        playId: `grown-${at}`,
      }
    }),
    bookmarks: files.slice(0, 1).map((file) => ({
      ...file,
      position: 12,
      title: 'The rain sets in',
      at: new Date(now - dayMs).toISOString(),
    })),
  }
}

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const onPhone = { device: 'Pixel 9' } as const

/** Two plays per work: some today, the others on earlier evenings. */
const playsOf =
  (now: number) =>
  ({ workId, fileId }: Heard, at: number): NonNullable<OwnData['plays']> =>
    [at * 2, at * 30 + 26].map((hoursAgo, which) => ({
      ...onPhone,
      id: `grown-${at}-${which}`,
      workId,
      fileId,
      startedAt: new Date(now - hoursAgo * hourMs - 600_000).toISOString(),
      endedAt: new Date(now - hoursAgo * hourMs - 60_000).toISOString(),
      start: 0,
      end: 20 + 5 * at,
      listened: 540,
    }))

/** Listening hours on every few evenings for three hundred days, more in some weeks than in others. */
const hoursOf =
  (now: number) =>
  ({ workId }: Heard, at: number): NonNullable<OwnData['hours']> =>
    Array.from({ length: 40 }, (_, week) => ({
      workId,
      hour: Math.floor(now / hourMs) - (week * 7 + at) * 24 - (week % 5),
      seconds: 900 + ((week * 7 + at * 11) % 10) * 270,
    }))
