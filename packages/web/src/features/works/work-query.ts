import { getWork, listWorkFiles } from '@koedana/contract/works.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../domain/api.ts'
import { useSettings } from '../../lib/settings.ts'

export const workQuery = (id: string) =>
  queryOptions({
    queryKey: ['work', useSettings.getState().locale, id],
    queryFn: ({ signal }) => call(getWork, { params: { id } }, signal),
  })

export const workFilesQuery = (id: string) =>
  queryOptions({
    queryKey: ['work-files', id],
    queryFn: ({ signal }) => call(listWorkFiles, { params: { id } }, signal),
  })
