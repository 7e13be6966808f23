// Stands in for the decorator metadata that the certificate library's dependency container asks for.
// None of its classes take constructor arguments, so "there is no metadata" is the right answer.
// Must be imported before '@peculiar/x509'.
const noMetadata = () => undefined;

if (!('getMetadata' in Reflect)) {
  Object.assign(Reflect, { getMetadata: noMetadata, getOwnMetadata: noMetadata });
}
