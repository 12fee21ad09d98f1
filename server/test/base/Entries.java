import java.io.FileInputStream;
import java.util.zip.ZipInputStream;

/** Reads an archive from its beginning on, as servlets, Android and Tika do, and prints its entries: name and bytes. */
class Entries {
  public static void main(String[] arguments) throws Exception {
    var piece = new byte[65536];
    try (var zip = new ZipInputStream(new FileInputStream(arguments[0]))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        long bytes = 0;
        for (int read = zip.read(piece); read >= 0; read = zip.read(piece)) bytes += read;
        System.out.println(bytes + " " + entry.getName());
      }
    }
  }
}
