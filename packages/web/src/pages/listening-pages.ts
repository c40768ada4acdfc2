/** Pages that are loaded together: what each import brings along is written in the first load. */
export { HistoryPage } from './history-page.tsx'
export { StatisticsPage } from './statistics-page.tsx'
