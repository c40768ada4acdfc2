/** A file of a work is heard from a second on: a line that was found, a point of the history. */
import type { WorkCard } from '@koedana/contract/works.ts'
import { translate } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query-client.ts'
import { playOrLogIn } from './player-items.ts'
import { versionWith } from './resume.rules.ts'
import { workFilesQuery } from './work-query.ts'

/** Says so if the file is gone. The words of listening are there already. */
export async function playAt(work: WorkCard, fileId: string, seconds: number): Promise<void> {
  const files = await queryClient.fetchQuery(workFilesQuery(work.id)).catch(() => undefined)
  // The client has shown why there is no response.
  if (!files) return
  const version = versionWith(files.tracks, fileId)
  if (!version) return notify(translate('spoken.gone'), 'negative')
  const { forms } = files
  playOrLogIn(work, { tracks: version.tracks, forms }, version.index, { at: seconds, isResumed: false })
}
