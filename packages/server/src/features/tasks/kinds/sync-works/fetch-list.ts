/** Loads pages of marketplace lists, and waits during outages. */
import type { ListPage, ListRequest, LookupResult } from '../../../metadata/source.ts'

export type FetchList = (wanted: ListRequest, page: number) => Promise<LookupResult<ListPage>>
