/** A small kikoeru server with one listener, and the folder of its works. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sound } from '../../library/testing/library.ts'
import { createOldServer, type OldServer, oldHash, stateOf } from './old-kikoeru.ts'

export interface SmallOldServer {
  readonly old: OldServer
  /** The folder that contains everything. */
  readonly folder: string
  readonly remove: () => void
}

export const oldPassword = 'quiet moss 1'

/** `haruka` rated RJ90000000 with four stars and a note, and stopped in its second track after 0.1 seconds. */
export function smallOldServer(): SmallOldServer {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-old-shelf-')))
  const work = join(folder, 'shelf', 'RJ90000000 rain')
  mkdirSync(work, { recursive: true })
  for (const name of ['1 first.wav', '2 second.wav']) writeFileSync(join(work, name), sound(name))
  mkdirSync(join(folder, 'old'))
  const old = createOldServer(join(folder, 'old'), 'number178', [
    { name: 'voices', path: join(folder, 'shelf') },
    { name: 'inside a container', path: '/usr/src/kikoeru/VoiceWork' },
  ])
  old.insert('t_user', { name: 'haruka', password: oldHash(oldPassword), group: 'user' })
  const location = { root_folder: 'voices', dir: 'RJ90000000 rain' }
  old.insert('t_work', { id: 90000000, title: 'Rain', nsfw: 0, ...location })
  const at = '2024-05-06 07:08:09'
  const mine = { user_name: 'haruka', updated_at: at }
  old.insert(
    't_review',
    { ...mine, work_id: '90000000', rating: 4, review_text: 'once more', progress: 'listening' },
    { ...mine, work_id: '90000001', rating: 5, review_text: '', progress: null },
  )
  const queue = [{ title: '2 second.wav', subtitle: 'RJ90000000 rain', hash: '90000000/1' }]
  old.insert('t_play_histroy', { ...mine, work_id: '90000000', state: stateOf(queue, 0, 0.1) })
  return {
    old,
    folder,
    remove: () => {
      if (old.database.open) old.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
