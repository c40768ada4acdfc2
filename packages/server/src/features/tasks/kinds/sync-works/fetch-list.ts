/** Pages of lists, as these phases ask for them: a silence is waited out. */
import type { ListPage, ListWanted, LookupResult } from '../../../metadata/source.ts'

export type FetchList = (wanted: ListWanted, page: number) => Promise<LookupResult<ListPage>>
