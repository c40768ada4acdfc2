/** Feeds what the system shows of the sound: on lock screens, in headsets, in its own controls. */
import { translate } from '../lib/i18n.ts'
import { chapterAt } from './engine/chapters.rules.ts'
import { describeMedia } from './engine/page-ports.ts'
import { coverImages, type PlayerItem } from './player-item.ts'
import { usePlayerSettings } from './player-settings.ts'

/** The chapter stands where there is one. Whoever wants to hide what they hear has no titles and no cover there. */
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
