/** Pages that are loaded together: what each import brings along is written in the first load. */
import { useListeningWords } from '../domain/listening-words.ts'
import { usePlaylistWords } from '../domain/playlist-words.ts'
import { useStatisticsWords } from '../features/works/heard/statistics-words.ts'

export { DevicePage } from './device-page.tsx'
export { HistoryPage } from './history-page.tsx'
export { PlaylistPage } from './playlist-page.tsx'
export { PlaylistsPage } from './playlists-page.tsx'
export { StatisticsPage } from './statistics-page.tsx'

// A page that waits for its words is drawn 300 ms late. Those that do not come now are requested again by the page.
await Promise.allSettled([useListeningWords.load(), usePlaylistWords.load(), useStatisticsWords.load()])
