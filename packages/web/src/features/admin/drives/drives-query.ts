import { listDriveFolders, listDrives } from '@koedana/contract/drives.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../domain/api.ts'

export const drivesKey = ['admin', 'drives'] as const

export const drivesQuery = () =>
  queryOptions({
    queryKey: drivesKey,
    queryFn: ({ signal }) => call(listDrives, { query: { origin: window.location.origin } }, signal),
  })

/** Returns the subfolders of a folder of an account; `''` is the root. */
export const driveFoldersQuery = (account: string, folder: string) =>
  queryOptions({
    queryKey: ['admin', 'drive-folders', account, folder],
    queryFn: ({ signal }) => call(listDriveFolders, { params: { id: account }, query: { folder } }, signal),
    retry: false,
    staleTime: 60_000,
  })
