/** Loads pages of lists for these phases, which wait out a silence. */
import type { ListPage, ListWanted, LookupResult } from '../../../metadata/source.ts'

export type FetchList = (wanted: ListWanted, page: number) => Promise<LookupResult<ListPage>>
