/**
 * Where the arrays of a structure lie in its memory, as plain JSON: how a generation travels between threads and how
 * it is written to disk. Everything else in the structure must be JSON too.
 */

/** A structure in which every typed array is replaced by its place. */
export type Manifest = unknown

export function describe(structure: unknown): Manifest {
  if (ArrayBuffer.isView(structure)) return placeOf(structure)
  if (typeof structure !== 'object' || structure === null) return structure
  if (Array.isArray(structure)) return structure.map(describe)
  return Object.fromEntries(Object.entries(structure).map(([name, value]) => [name, describe(value)]))
}

/** The structure again, over a buffer that holds the same bytes. */
export function revive(manifest: Manifest, buffer: ArrayBufferLike): unknown {
  if (typeof manifest !== 'object' || manifest === null) return manifest
  if (Array.isArray(manifest)) return manifest.map((item) => revive(item, buffer))
  if (isPlace(manifest)) return viewOver(buffer, manifest)
  return Object.fromEntries(Object.entries(manifest).map(([name, value]) => [name, revive(value, buffer)]))
}

function viewOver(buffer: ArrayBufferLike, { view, offset, length }: Place): ArrayBufferView {
  switch (view) {
    case 'Uint8Array':
      return new Uint8Array(buffer, offset, length)
    case 'Uint16Array':
      return new Uint16Array(buffer, offset, length)
    case 'Uint32Array':
      return new Uint32Array(buffer, offset, length)
    case 'Int32Array':
      return new Int32Array(buffer, offset, length)
    case 'Float64Array':
      return new Float64Array(buffer, offset, length)
  }
}

const views = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array } as const
type ViewName = keyof typeof views

interface Place {
  readonly view: ViewName
  readonly offset: number
  readonly length: number
}

function placeOf(view: ArrayBufferView): Place {
  const name = view.constructor.name
  if (!isViewName(name)) throw new TypeError(`no place for a ${name}`)
  return { view: name, offset: view.byteOffset, length: view.byteLength / views[name].BYTES_PER_ELEMENT }
}

const isViewName = (name: string): name is ViewName => Object.hasOwn(views, name)

const isPlace = (value: object): value is Place =>
  'view' in value && typeof value.view === 'string' && isViewName(value.view)
