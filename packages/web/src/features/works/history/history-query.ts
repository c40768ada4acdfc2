import { getWorkHistory } from '@koedana/contract/works.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const workHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['work-history', id],
    queryFn: ({ signal }) => call(getWorkHistory, { params: { id } }, signal),
  })
