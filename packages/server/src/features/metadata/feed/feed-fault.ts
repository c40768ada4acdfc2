/** A feed that cannot be taken in, or not to its end. The message says what it is, to follow the name of the file. */
import { SourceFault } from '../source.ts'

export class FeedFault extends SourceFault {}
