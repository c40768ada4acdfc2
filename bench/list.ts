/** `npm run bench:list -- --works N [--min X] [--personal M]`: lists against SQL, or with M marks of one person against none. */
import { readNumber } from './arguments.ts'

if (readNumber('personal') === undefined) await import('./list-against-sql.ts')
else await import('./list-personal.ts')
