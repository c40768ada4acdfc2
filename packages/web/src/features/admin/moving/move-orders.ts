/** Import from another server: starts the task and uploads its files. */
import {
  type MoveOptions,
  moveIn,
  MoveOptions as Options,
  uploadMoveFile,
  uploadPartBytes,
} from '@koedana/contract/server-import.ts'
import type { Task } from '@koedana/contract/tasks.ts'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '../../../domain/api.ts'
import { lazyWords } from '../../../lib/lazy-words.ts'
import { latestKey, tasksKey } from '../tasks/tasks-query.tsx'

export const useMovingWords = lazyWords({
  'zh-CN': () => import('../../../locales/moving/zh-CN.json'),
  'en-US': () => import('../../../locales/moving/en-US.json'),
  'ja-JP': () => import('../../../locales/moving/ja-JP.json'),
})

/** Returns a function that starts the task and returns it. On failure it shows a notice and throws. */
export function useOrderMove() {
  const client = useQueryClient()
  return async (body: MoveOptions): Promise<Task> => {
    try {
      const task = await call(moveIn, { body })
      client.setQueryData(latestKey('move_in'), task)
      return task
    } finally {
      void client.invalidateQueries({ queryKey: tasksKey })
    }
  }
}

/** Returns the options with which an import task was started. */
export function moveOptionsOf({ options }: Pick<Task, 'options'>): MoveOptions | undefined {
  const read = v.safeParse(Options, options)
  return read.success ? read.output : undefined
}

export interface OldFiles {
  readonly database: File
  readonly config: File | undefined
}

/** Uploads the files in parts and returns the ID of the upload. `onShare` receives the progress, from 0 to 1. */
export async function uploadOldFiles(
  { database, config }: OldFiles,
  onShare: (share: number) => void,
): Promise<string> {
  const all = database.size + (config?.size ?? 0)
  let sent = 0
  const send = async (file: 'database' | 'config', blob: Blob, known: string | undefined) => {
    let upload = known
    for (let at = 0; at < blob.size; at += uploadPartBytes) {
      const part = blob.slice(at, at + uploadPartBytes)
      const bytes = await base64Of(part)
      ;({ upload } = await call(uploadMoveFile, {
        body: { file, at, bytes, ...(upload !== undefined && { upload }) },
      }))
      sent += part.size
      onShare(sent / all)
    }
    return upload
  }
  const upload = await send('database', database, undefined)
  if (upload === undefined) throw new TypeError('an empty file has no parts')
  if (config) await send('config', config, upload)
  return upload
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error ?? new TypeError('the file cannot be read'))
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(blob)
  })
