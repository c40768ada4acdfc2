/** Whether a browser takes AVIF. */

/** True only if the `Accept` header names the format and does not refuse it: what shows anything says a wildcard too. */
export function acceptsAvif(accept: string | undefined): boolean {
  return (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(([type, ...parameters]) => type === 'image/avif' && !parameters.some(refuses))
}

const refuses = (parameter: string): boolean => /^q\s*=\s*0(\.0*)?$/.test(parameter)
