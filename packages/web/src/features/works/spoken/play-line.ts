/** A found line is heard: the player begins where it is spoken. */
import type { SpokenLine } from '@koedana/contract/lyrics.ts'
import { translate } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { playOrAsk } from '../player-items.ts'
import { versionWith } from '../resume.rules.ts'
import { workFilesQuery } from '../work-query.ts'

export async function playLine({ work, trackId, startMs }: SpokenLine): Promise<void> {
  const files = await queryClient.fetchQuery(workFilesQuery(work.id)).catch(() => undefined)
  // Where there is no answer, that was said.
  if (!files) return
  const version = versionWith(files.tracks, trackId)
  if (version) playOrAsk(work, version.tracks, version.index, { at: startMs / 1000, isResumed: false })
  else notify(translate('spoken.gone'), 'negative')
}
