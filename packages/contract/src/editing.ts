/** Editing by administrators: an edited field is locked against all sources until it is released. */
import * as v from 'valibot'
import { byLocale } from './by-locale.ts'
import { Entity } from './entities.ts'
import { editableNumbers, numberSchema, workFieldNames } from './field-lists.ts'
import { endpoint } from './kit/endpoint.ts'
import { recordOf } from './kit/record-of.ts'
import { RecordId } from './users.ts'
import {
  AgeCategory,
  Availability,
  CalendarDate,
  EntityId,
  EntityKind,
  Language,
  Source,
  WorkId,
} from './values.ts'
import { Work } from './works.ts'

/** The fields of a work that can be edited and locked, each with its source and time. */
export const WorkField = v.picklist(workFieldNames, 'valueUnknown')
export type WorkField = v.InferOutput<typeof WorkField>

const Text = v.pipe(
  v.string('textExpected'),
  v.trim(),
  v.maxLength(500, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)
const Name = v.pipe(Text, v.minLength(1, 'required'))

/** An existing entity by ID, or a new one by name. */
export const EditedEntity = v.union([v.object({ id: EntityId }), v.object({ name: Name })], 'valueUnknown')
export type EditedEntity = v.InferOutput<typeof EditedEntity>
/** Up to this many artists, illustrators or genres of one work. */
export const maxEntitiesPerField = 200
const entities = v.pipe(v.array(EditedEntity), v.maxLength(maxEntitiesPerField, 'listTooLong'))
const people = v.pipe(v.array(Name), v.maxLength(200, 'listTooLong'))

/** Absent fields stay unchanged; null clears a field. */
export const WorkValues = v.object({
  name: v.optional(Name),
  names: v.optional(byLocale(Name)),
  kana: v.optional(v.nullable(Text)),
  ageCategory: v.optional(v.nullable(AgeCategory)),
  ...recordOf(editableNumbers, (field) => v.optional(v.nullable(numberSchema(field)))),
  releaseDate: v.optional(v.nullable(CalendarDate)),
  languages: v.optional(v.pipe(v.array(Language), v.maxLength(17, 'listTooLong'))),
  maker: v.optional(v.nullable(EditedEntity)),
  series: v.optional(v.nullable(EditedEntity)),
  artists: v.optional(entities),
  illustrators: v.optional(entities),
  genres: v.optional(entities),
  writers: v.optional(people),
  musicians: v.optional(people),
  availability: v.optional(Availability),
  editionOf: v.optional(v.nullable(WorkId)),
})
export type WorkValues = v.InferOutput<typeof WorkValues>

export const FieldOrigin = v.object({
  source: Source,
  /** Time at which the source gave this value. */
  at: v.string(),
  /** User who locked the field, and the time; null if sources may change it. */
  lock: v.nullable(v.object({ by: v.nullable(v.string()), at: v.string() })),
})
export type FieldOrigin = v.InferOutput<typeof FieldOrigin>

export const FieldEdit = v.object({ field: WorkField, before: v.string(), after: v.string() })

export const WorkEdit = v.object({
  id: v.string(),
  by: v.nullable(v.string()),
  at: v.string(),
  /** Values as text for display. */
  changes: v.array(FieldEdit),
  undoneAt: v.nullable(v.string()),
  /** False once a later edit changed one of its fields. */
  canUndo: v.boolean(),
})
export type WorkEdit = v.InferOutput<typeof WorkEdit>

const WorkParams = v.object({ id: WorkId })

export const WorkMetadata = v.object({
  work: Work,
  /** The names by locale, as stored. */
  names: v.record(v.string(), v.string()),
  editionOf: v.nullable(v.string()),
  fields: v.record(WorkField, FieldOrigin),
  /** Newest first, up to 100. */
  edits: v.array(WorkEdit),
})
export type WorkMetadata = v.InferOutput<typeof WorkMetadata>

export const getWorkEdits = endpoint({
  method: 'GET',
  path: '/works/:id/edits',
  access: 'admin',
  rate: 'read',
  summary: 'Get the edit history of a work',
  description: 'With the source and lock of each field.',
  params: WorkParams,
  response: WorkMetadata,
})

export const createWork = endpoint({
  method: 'POST',
  path: '/works',
  access: 'admin',
  rate: 'write',
  status: 201,
  bodyBytes: 256 * 1024,
  summary: 'Create a custom work',
  description: 'For works that no marketplace sells. The server assigns the ID (`KD` and 8 digits).',
  body: v.object({ ...WorkValues.entries, name: Name }),
  response: Work,
})

export const updateWork = endpoint({
  method: 'PATCH',
  path: '/works/:id',
  access: 'admin',
  rate: 'write',
  bodyBytes: 256 * 1024,
  summary: 'Edit a work',
  description: 'Edited fields are locked against refresh. Fields in `release` are unlocked.',
  params: WorkParams,
  body: v.object({
    values: v.optional(WorkValues),
    release: v.optional(v.pipe(v.array(WorkField), v.maxLength(workFieldNames.length, 'listTooLong'))),
  }),
  response: WorkMetadata,
})

/** Up to this many works are edited or restored by one request. */
export const maxWorksPerEdit = 100

/** Members that are added to or removed from a list. `remove` wins over `add`. */
const ListChange = v.object({
  add: v.optional(entities),
  remove: v.optional(
    v.pipe(v.array(v.object({ id: EntityId })), v.maxLength(maxEntitiesPerField, 'listTooLong')),
  ),
})

/** Fields that many works can share. */
export const ManyWorksValues = v.object({
  ageCategory: v.optional(AgeCategory),
  maker: v.optional(v.nullable(EditedEntity)),
  series: v.optional(v.nullable(EditedEntity)),
  artists: v.optional(ListChange),
  illustrators: v.optional(ListChange),
  genres: v.optional(ListChange),
})
export type ManyWorksValues = v.InferOutput<typeof ManyWorksValues>

/** An edit in the history of a work. */
const EditOfWork = v.object({ id: WorkId, editId: RecordId })

export const updateWorks = endpoint({
  method: 'PATCH',
  path: '/works',
  access: 'admin',
  rate: 'write',
  bodyBytes: 256 * 1024,
  summary: 'Edit many works',
  description: 'Edited fields are locked against refresh. Unknown works are skipped.',
  body: v.object({
    ids: v.pipe(v.array(WorkId), v.minLength(1, 'required'), v.maxLength(maxWorksPerEdit, 'listTooLong')),
    values: ManyWorksValues,
  }),
  /** The works that changed. Send them to `POST /works/undo` to undo the request. */
  response: v.object({ edits: v.array(v.object({ id: v.string(), editId: v.string() })) }),
})

export const undoWorkEdits = endpoint({
  method: 'POST',
  path: '/works/undo',
  access: 'admin',
  rate: 'write',
  bodyBytes: 16 * 1024,
  summary: 'Undo edits of many works',
  description: 'Works whose fields have changed since stay as they are.',
  body: v.object({
    edits: v.pipe(
      v.array(EditOfWork),
      v.minLength(1, 'required'),
      v.maxLength(maxWorksPerEdit, 'listTooLong'),
    ),
  }),
  /** The works that were restored. */
  response: v.object({ undone: v.array(v.string()) }),
})

export const deleteWork = endpoint({
  method: 'DELETE',
  path: '/works/:id',
  access: 'admin',
  rate: 'write',
  summary: 'Move a work to the trash',
  params: WorkParams,
})

export const refreshWork = endpoint({
  method: 'POST',
  path: '/works/:id/refresh',
  access: 'admin',
  rate: 'write',
  summary: 'Refresh a work from the marketplace',
  description: 'Locked fields stay unchanged. 503 if the marketplace does not respond.',
  params: WorkParams,
  response: v.object({ outcome: v.picklist(['updated', 'unchanged', 'notFound']) }),
})

export const undoWorkEdit = endpoint({
  method: 'POST',
  path: '/works/:id/edits/:editId/undo',
  access: 'admin',
  rate: 'write',
  summary: 'Undo an edit',
  description: '409 if the field has changed since.',
  params: v.object({ id: WorkId, editId: RecordId }),
  response: WorkMetadata,
})

export const saveWorkCover = endpoint({
  method: 'PUT',
  path: '/works/:id/cover',
  access: 'admin',
  rate: 'write',
  bodyBytes: 1024 * 1024,
  summary: 'Set the cover of a work',
  description: 'Uploads a picture and locks it. `null` unlocks it.',
  params: WorkParams,
  /** Base64 of a JPEG, PNG, WebP or AVIF of up to 700 kB. */
  body: v.object({
    picture: v.nullable(
      v.pipe(
        v.string('textExpected'),
        v.maxLength(960_000, 'textTooLong'),
        v.regex(/^[A-Za-z0-9+/]+=*$/, 'textExpected'),
      ),
    ),
  }),
  response: WorkMetadata,
})

const EntityParams = v.object({ kind: EntityKind, id: EntityId })

export const updateEntity = endpoint({
  method: 'PATCH',
  path: '/:kind/:id',
  access: 'admin',
  rate: 'write',
  summary: 'Rename an entity',
  description: 'The name is kept against all sources.',
  params: EntityParams,
  body: v.object({ name: v.optional(Name), kana: v.optional(v.nullable(Text)) }),
  response: Entity,
})

export const mergeEntity = endpoint({
  method: 'POST',
  path: '/:kind/:id/merge',
  access: 'admin',
  rate: 'write',
  summary: 'Merge two entities',
  description: 'The works move to `into`, and the old ID leads there.',
  params: EntityParams,
  body: v.object({ into: EntityId }),
  response: Entity,
})
