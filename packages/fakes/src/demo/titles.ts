/** The sixty invented works, in the order of their ids. */
import { seriesTitles } from './series-titles.ts'
import { singleTitles } from './single-titles.ts'
import type { Title } from './title.ts'

export const titles: readonly Title[] = [...seriesTitles, ...singleTitles]
