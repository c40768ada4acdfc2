/** `npm run bench:list -- --works N [--min X] [--personal M]`: lists against SQL, or with M marks of one user against none. */
import { readArguments, readNumber } from './arguments.ts'

const { works } = readArguments()
if (readNumber('personal') !== undefined) await import('./list-personal.ts')
else if (works > 1_000_000) await (await import('./list-scale.ts')).measureScale(works)
else await import('./list-against-sql.ts')
