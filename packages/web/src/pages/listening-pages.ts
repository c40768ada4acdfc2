/** Pages that are loaded together: what each import brings along is written in the first load. */
export { DevicePage } from './device-page.tsx'
export { HistoryPage } from './history-page.tsx'
export { PlaylistPage } from './playlist-page.tsx'
export { PlaylistsPage } from './playlists-page.tsx'
export { StatisticsPage } from './statistics-page.tsx'
