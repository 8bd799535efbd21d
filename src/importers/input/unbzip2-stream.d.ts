/** The package carries no types of its own. */
declare module "unbzip2-stream" {
  function unbzip2(): NodeJS.ReadWriteStream;
  export = unbzip2;
}
