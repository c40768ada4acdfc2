/** Sets the media metadata that the system shows on lock screens, headsets and media controls. */
import { translate } from '../lib/i18n.ts'
import { chapterAt } from './engine/chapters.rules.ts'
import { describeMedia } from './engine/page-ports.ts'
import { coverImages, type PlayerItem } from './player-item.ts'
import { usePlayerSettings } from './player-settings.ts'

/** Shows the current chapter if there is one. In private mode no title and no cover are shown. */
export function describeItem({ workId, title, artist, cover, track }: PlayerItem, time: number): void {
  if (usePlayerSettings.getState().isPrivate) {
    describeMedia({ title: translate('player.region'), artist: '', album: '', artwork: [] })
    return
  }
  const chapters = track.chapters ?? []
  const chapter = chapters[chapterAt(chapters, time)]?.title
  describeMedia({
    title: chapter ? `${chapter} · ${track.title}` : track.title,
    artist,
    album: title,
    artwork: coverImages(workId, cover),
  })
}
