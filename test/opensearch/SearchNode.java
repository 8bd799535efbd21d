import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.knn.plugin.KNNPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;
import org.opensearch.transport.TransportService;

/**
 * A node of OpenSearch in one process, on ports that the system chooses. Takes its home and further settings (`name=value`);
 * prints the address of its transport and then its own, and ends when its input does.
 */
final class SearchNode extends Node {
    private static final List<Class<? extends Plugin>> PLUGINS =
        List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, PainlessPlugin.class, KNNPlugin.class);

    private SearchNode(Settings settings) {
        super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "test"), PLUGINS, false);
    }

    public static void main(String[] given) throws Exception {
        Path home = Path.of(given[0]);
        Settings.Builder settings = Settings.builder()
            .put("path.home", home)
            .put("cluster.name", "onpoint-test")
            .put("network.host", "127.0.0.1")
            .put("http.port", "0")
            .put("transport.port", "0")
            .put("transport.type", "netty4")
            .put("http.type", "netty4")
            .put("node.processors", 2)
            .put("cluster.routing.allocation.disk.threshold_enabled", false);
        for (int at = 1; at < given.length; at++) {
            String[] setting = given[at].split("=", 2);
            settings.put(setting[0], setting[1]);
        }
        try (SearchNode node = new SearchNode(settings.build())) {
            node.start();
            var transport = node.injector().getInstance(TransportService.class).boundAddress().publishAddress();
            System.out.println("transport://127.0.0.1:" + transport.getPort());
            var http = node.injector().getInstance(HttpServerTransport.class).boundAddress().publishAddress();
            System.out.println("http://127.0.0.1:" + http.getPort());
            System.in.transferTo(java.io.OutputStream.nullOutputStream());
        }
        System.exit(0);
    }
}
