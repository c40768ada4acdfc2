/** Plays a work from a position in a file, for lyrics search results and history. */
import type { WorkCard } from '@koedana/contract/works.ts'
import { translate } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query-client.ts'
import { playOrLogIn } from './player-items.ts'
import { trackSetWith } from './resume.rules.ts'
import { workFilesQuery } from './work-query.ts'

/** Shows a notice if the file no longer exists. The caller has loaded the listening messages. */
export async function playAt(work: WorkCard, fileId: string, seconds: number): Promise<void> {
  const files = await queryClient.fetchQuery(workFilesQuery(work.id)).catch(() => undefined)
  // The client has shown the error.
  if (!files) return
  const version = trackSetWith(files.tracks, fileId)
  if (!version) return notify(translate('spoken.gone'), 'negative')
  const { forms } = files
  playOrLogIn(work, { tracks: version.tracks, forms }, version.index, { at: seconds, isResumed: false })
}
