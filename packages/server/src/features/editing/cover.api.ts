/** PUT /works/{id}/cover: a picture of one's own, or back to what the sources have. */
import type { saveWorkCover } from '@koedana/contract/editing.ts'
import { readerBeforeWrites, writeTogether } from '../../db/changes.ts'
import type { Handler } from '../../http/context.ts'
import { AppError } from '../../lib/app-error.ts'
import { type MadeCover, makeCover } from '../library/covers/make-cover.ts'
import { changeFields } from './change-fields.ts'
import { changesOf } from './edit.rules.ts'
import { fieldStatesOf } from './field-states.rules.ts'
import { readMetadata } from './metadata.ts'
import { type EditingSources, editorOf, keyIn } from './sources.ts'
import { textOf } from './values.rules.ts'
import { editableWorkOf } from './work-edits.api.ts'

export function saveWorkCoverHandler(sources: EditingSources): Handler<typeof saveWorkCover> {
  const { database, catalogue } = sources
  return async ({ params, body: { picture } }, context) => {
    const key = keyIn(params)
    const userKey = editorOf(context)
    const now = sources.now().toISOString()
    const { columns } = await editableWorkOf(database.read, key)
    const cover = picture === null ? undefined : await make(sources, { workId: columns.id, picture, now })
    await writeTogether(database.write, async (tx) => {
      const editable = await editableWorkOf(readerBeforeWrites(database, tx), key)
      const changes = changesOf(fieldStatesOf(editable), {
        values: cover ? { cover } : {},
        release: cover ? [] : ['cover'],
        textOf: (field, value) => textOf(field, value, String),
        userKey,
        now,
      })
      await changeFields(database, tx, { editable, changes, userKey, now })
    })
    await catalogue.followed()
    return readMetadata(sources, { key, locale: context.locale })
  }
}

interface Upload {
  readonly workId: string
  /** base64 */
  readonly picture: string
  readonly now: string
}

async function make({ coversFolder }: EditingSources, { workId, picture, now }: Upload): Promise<MadeCover> {
  const bytes = Buffer.from(picture, 'base64')
  const origin = { path: 'edit:', sizeBytes: bytes.length, modifiedAt: now }
  try {
    return await makeCover({ coversFolder, workId, picture: bytes, origin })
  } catch (cause) {
    throw new AppError('refused', { fields: { 'body.picture': 'pictureExpected' }, cause })
  }
}
