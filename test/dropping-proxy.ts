import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

type Passage = { readonly from: Socket; readonly onward: Socket };

/**
 * An address before a server that can be made a black hole, as by a firewall that drops packets: connections stand, and
 * nothing that is said on them arrives, in neither direction; new ones are taken by the machine's own queue and never
 * answered. Or its connections can be cut and no more be taken, as by a server that ends.
 */
export class DroppingProxy {
  /** The server's address; another may take its place. */
  target: string;
  #mode: "open" | "hole" | "shut" = "open";
  readonly #server: Server;
  readonly #passages = new Set<Passage>();
  readonly #sockets = new Set<Socket>();

  private constructor(target: string, server: Server) {
    this.target = target;
    this.#server = server;
  }

  static async before(target: string): Promise<DroppingProxy> {
    const server = createServer();
    const proxy = new DroppingProxy(target, server);
    server.on("connection", (socket) => proxy.#take(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The target's address, by this way. */
  addressOf(target: string): string {
    const url = new URL(target);
    url.hostname = "127.0.0.1";
    url.port = String(this.port);
    return url.href;
  }

  /** From now on nothing arrives. */
  drop(): void {
    this.#mode = "hole";
    for (const { from, onward } of this.#passages) {
      for (const one of [from, onward]) one.unpipe().removeAllListeners("data").pause();
    }
  }

  /** Connections are cut, and no more are taken. */
  shut(): void {
    this.#mode = "shut";
    for (const socket of this.#sockets) socket.destroy();
  }

  /** New connections arrive again. Of those in the hole nothing is heard any more but, at last, their end. */
  open(): void {
    this.#mode = "open";
  }

  close(): void {
    this.shut();
    this.#server.close();
  }

  #take(from: Socket): void {
    if (this.#mode === "shut") {
      from.destroy();
      return;
    }
    this.#keep(from);
    if (this.#mode === "hole") {
      from.pause();
      return;
    }
    const { hostname, port } = new URL(this.target);
    const onward = connect(Number(port), hostname);
    this.#keep(onward);
    const passage = { from, onward };
    this.#passages.add(passage);
    // In a hole one side does not learn that the other has gone.
    const end = (): void => {
      this.#passages.delete(passage);
      if (this.#mode === "hole") return;
      from.destroy();
      onward.destroy();
    };
    from.on("close", end).pipe(onward);
    onward.on("close", end).pipe(from);
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#sockets.delete(socket));
  }
}
