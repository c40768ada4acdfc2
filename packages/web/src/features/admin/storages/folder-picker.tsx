import { listFolders } from '@koedana/contract/storages.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import { FolderBrowser } from '../../../ui/folder-browser.tsx'

export interface FolderPickerProps {
  readonly onPick: (path: string) => void
}

/** Picks a local folder: the open one. */
export function FolderPicker({ onPick }: FolderPickerProps) {
  const [path, setPath] = useState<string>()
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['admin', 'folders', path],
    queryFn: ({ signal }) => call(listFolders, { query: { path } }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const go = (next: string | null) => {
    setPath(next ?? undefined)
    if (next !== null) onPick(next)
  }
  return <FolderBrowser page={data} error={error?.message} isStale={isPlaceholderData} onOpen={go} />
}
