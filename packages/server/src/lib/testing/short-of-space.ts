import type { Message } from '../messages/messages.rules.ts'

/** The message of a disk with too little space. */
export const shortOfSpace: Message<'disk.short'> = {
  code: 'disk.short',
  values: { folder: '/data', freeMib: 5, minFreeMib: 256 },
}
