/** Works a thing out at the first question about it, and keeps it as long as that lives. */
export const once = <Of extends object, Made>(make: (of: Of) => Made): ((of: Of) => Made) => {
  const made = new WeakMap<Of, { readonly is: Made }>()
  return (of) => {
    const known = made.get(of)
    if (known !== undefined) return known.is
    const is = make(of)
    made.set(of, { is })
    return is
  }
}
