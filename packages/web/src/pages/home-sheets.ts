/** The sheets of the home page, loaded together: each dynamic import adds its list of files to the first load. */
export { LayoutSheet } from '../features/home/layout-sheet.tsx'
export { RandomPick } from '../features/works/home/random-pick.tsx'
export { ViewsDialog } from '../features/works/views/views-dialogs.tsx'
