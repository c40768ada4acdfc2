import type { RequestInput } from '@koedana/contract/kit/endpoint.ts'
import { type StorageTest, testStorage, testStorageSettings } from '@koedana/contract/storages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import { storagesKey } from './storages-query.ts'

type Tried = { readonly id: string } | RequestInput<typeof testStorageSettings>['body']

export interface StorageTestState {
  readonly result: StorageTest | undefined
  readonly isBusy: boolean
  /** Throws nothing: a refusal is reported by a notice, and by `onRefused` where its fields are shown. */
  readonly run: (tried: Tried, onRefused?: (error: unknown) => void) => void
}

/** Tries a storage as it is saved, or settings before they are. */
export function useStorageTest(): StorageTestState {
  const client = useQueryClient()
  const [result, setResult] = useState<StorageTest>()
  const [isBusy, setBusy] = useState(false)
  const run: StorageTestState['run'] = (tried, onRefused) => {
    setBusy(true)
    setResult(undefined)
    const tested =
      'settings' in tried
        ? call(testStorageSettings, { body: tried })
        : call(testStorage, { params: { id: tried.id } })
    tested
      .then(setResult)
      .catch((error: unknown) => onRefused?.(error))
      .finally(() => {
        setBusy(false)
        void client.invalidateQueries({ queryKey: storagesKey })
      })
  }
  return { result, isBusy, run }
}
