import type { RequestInput } from '@koedana/contract/kit/endpoint.ts'
import type { StorageSettings } from '@koedana/contract/storage-settings.ts'
import { type StorageTest, testStorage, testStorageSettings } from '@koedana/contract/storages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import { storagesKey } from './storages-query.ts'

type TestInput = { readonly id: string } | RequestInput<typeof testStorageSettings>['body']

interface TestedSettings {
  readonly subject: string
  readonly result?: StorageTest | undefined
}

export interface StorageTestState {
  readonly result: StorageTest | undefined
  readonly isBusy: boolean
  /** Never throws: failures are shown in a notice, and passed to `onRefused` to be shown at form fields. */
  readonly run: (tried: TestInput, onRefused?: (error: unknown) => void) => void
}

/** Tests a saved storage, or settings before they are saved. The result is dropped when the settings change. */
export function useStorageTest(settings: StorageSettings): StorageTestState {
  const client = useQueryClient()
  const subject = JSON.stringify(settings)
  const [tested, setTested] = useState<TestedSettings>({ subject: '' })
  const [isBusy, setBusy] = useState(false)
  const run: StorageTestState['run'] = (tried, onRefused) => {
    setBusy(true)
    setTested({ subject, result: undefined })
    const response =
      'settings' in tried
        ? call(testStorageSettings, { body: tried })
        : call(testStorage, { params: { id: tried.id } })
    response
      .then((result) => setTested({ subject, result }))
      .catch((error: unknown) => onRefused?.(error))
      .finally(() => {
        setBusy(false)
        void client.invalidateQueries({ queryKey: storagesKey })
      })
  }
  return { result: tested.subject === subject ? tested.result : undefined, isBusy, run }
}
