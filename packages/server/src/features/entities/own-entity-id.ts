/** Public ids of entities that no source has named: those of a folder, of a tag, or given by hand. */
import { createHash } from 'node:crypto'

export const ownEntityId = (name: string): string =>
  `own-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
