/** Pages of lists, as these phases ask for them: a silence is waited out. */
import type { Answer, ListPage, ListWanted } from '../../../metadata/answers.ts'

export type AskList = (wanted: ListWanted, page: number) => Promise<Answer<ListPage>>
