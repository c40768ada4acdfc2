/** Loads pages of marketplace lists, and waits during outages. */
import type { ListPage, ListWanted, LookupResult } from '../../../metadata/source.ts'

export type FetchList = (wanted: ListWanted, page: number) => Promise<LookupResult<ListPage>>
