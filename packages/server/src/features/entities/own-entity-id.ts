/** Creates public IDs for entities that no marketplace has: those from folders, from tags, or entered by hand. */
import { createHash } from 'node:crypto'

export const ownEntityId = (name: string): string =>
  `own-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
