/** Pages that are loaded together: each dynamic import adds its list of files to the first load. */
import { useListeningWords } from '../domain/listening-words.ts'
import { usePlaylistWords } from '../domain/playlist-words.ts'
import { useStatisticsWords } from '../features/works/heard/statistics-words.ts'

export { DevicePage } from './device-page.tsx'
export { HistoryPage } from './history-page.tsx'
export { PlaylistPage } from './playlist-page.tsx'
export { PlaylistsPage } from './playlists-page.tsx'
export { StatisticsPage } from './statistics-page.tsx'

// Loaded with the page, because a page that suspends for its messages appears 300 ms late. Failed loads are retried by the page.
await Promise.allSettled([useListeningWords.load(), usePlaylistWords.load(), useStatisticsWords.load()])
