import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads and writes with java.net.http and Jackson: Debian has no GraphQL client for Java. */
class Client {
    private static final ObjectMapper json = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonNode arguments;
    private final String documents;

    Client(JsonNode arguments) throws Exception {
        this.arguments = arguments;
        documents = Files.readString(Path.of(arguments.get("documents").asText()));
    }

    public static void main(String[] parameters) throws Exception {
        System.out.println(new Client(json.readTree(parameters[0])).report());
    }

    private JsonNode report() throws Exception {
        ObjectNode report = json.createObjectNode();
        report.set("types", types());
        report.set("organizations", execute("Organizations", json.createObjectNode()).at("/data/organizations/nodes"));
        report.set("sites", sites());
        String changeRequestId = arguments.get("changeRequestId").asText();
        report.set("comment", createComment(changeRequestId).at("/comment/body/markdown"));
        report.set("userErrors", createComment("x").get("userErrors"));
        report.set("fieldError", fieldError());
        report.set("unknownField", send("{ nothing }", null, null, "admin").at("/errors/0/message"));
        return report;
    }

    private JsonNode types() throws Exception {
        JsonNode result = send(arguments.get("introspectionQuery").asText(), null, null, "admin");
        ArrayNode names = json.createArrayNode();
        for (JsonNode type : result.at("/data/__schema/types")) names.add(type.get("name"));
        return names;
    }

    /** All pages of a connection, two items each. */
    private JsonNode sites() throws Exception {
        ArrayNode titles = json.createArrayNode();
        ObjectNode variables = json.createObjectNode().set("organizationId", arguments.get("organizationId"));
        for (int requests = 1; ; requests++) {
            JsonNode sites = execute("OrganizationSites", variables).at("/data/organization/sites");
            for (JsonNode edge : sites.get("edges")) titles.add(edge.at("/node/title"));
            if (!sites.at("/pageInfo/hasNextPage").asBoolean()) {
                ObjectNode all = json.createObjectNode().put("requests", requests);
                all.set("totalCount", sites.get("totalCount"));
                return all.set("titles", titles);
            }
            variables.set("after", sites.at("/pageInfo/endCursor"));
        }
    }

    private JsonNode createComment(String changeRequestId) throws Exception {
        ObjectNode input = json.createObjectNode().put("changeRequestId", changeRequestId);
        input.putObject("body").put("markdown", "From Java");
        JsonNode variables = json.createObjectNode().set("input", input);
        return execute("CreateComment", variables).at("/data/createChangeRequestComment");
    }

    private JsonNode fieldError() throws Exception {
        JsonNode result = send(documents, "VisibleSites", null, "guest");
        ObjectNode error = json.createObjectNode();
        error.set("title", result.at("/data/organizations/nodes/0/title"));
        error.set("sites", result.at("/data/organizations/nodes/0/sites"));
        return error.set("message", result.at("/errors/0/message"));
    }

    private JsonNode execute(String operation, JsonNode variables) throws Exception {
        return send(documents, operation, variables, "admin");
    }

    private JsonNode send(String query, String operation, JsonNode variables, String user) throws Exception {
        ObjectNode body = json.createObjectNode().put("query", query).put("operationName", operation);
        body.set("variables", variables);
        HttpRequest request = HttpRequest.newBuilder(URI.create(arguments.get("url").asText()))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + arguments.get("tokens").get(user).asText())
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
        return json.readTree(http.send(request, BodyHandlers.ofString()).body());
    }
}
