/** The sheets that open over the home page, loaded together: what each import brings along is written in the first load. */
export { LayoutSheet } from '../features/home/layout-sheet.tsx'
export { RandomPick } from '../features/works/home/random-pick.tsx'
export { ViewsDialog } from '../features/works/views/views-dialogs.tsx'
