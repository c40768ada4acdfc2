/** A path as the person typed it: npm changes the folder before it runs us, and says where it was called. */
import { resolve } from 'node:path'

export const givenPath = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path)
